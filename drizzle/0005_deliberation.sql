CREATE TABLE `critic_claims` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`autopsy_id` text NOT NULL,
	`source` text NOT NULL,
	`model` text,
	`mode` text NOT NULL,
	`title` text NOT NULL,
	`claim` text NOT NULL,
	`mandate` text,
	`evidence` text NOT NULL,
	`dropped` text,
	`strength` real,
	`survived` integer,
	`at` integer NOT NULL,
	FOREIGN KEY (`autopsy_id`) REFERENCES `autopsies`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `critic_claims_autopsy` ON `critic_claims` (`autopsy_id`);--> statement-breakpoint
CREATE TABLE `thread_messages` (
	`id` text PRIMARY KEY NOT NULL,
	`incident_id` text NOT NULL,
	`book_id` text NOT NULL,
	`number` integer NOT NULL,
	`author_kind` text NOT NULL,
	`author_name` text NOT NULL,
	`text` text NOT NULL,
	`evidence` text NOT NULL,
	`from_date` text,
	`to_date` text,
	`at` integer NOT NULL,
	FOREIGN KEY (`incident_id`) REFERENCES `incidents`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `thread_messages_number` ON `thread_messages` (`incident_id`,`number`);--> statement-breakpoint
CREATE TABLE `quote_imports` (
	`id` text PRIMARY KEY NOT NULL,
	`market_name` text NOT NULL,
	`file_name` text NOT NULL,
	`content_hash` text NOT NULL,
	`rows_kept` integer NOT NULL,
	`refused` text NOT NULL,
	`first_date` text NOT NULL,
	`last_date` text NOT NULL,
	`imported_at` integer NOT NULL,
	FOREIGN KEY (`market_name`) REFERENCES `markets`(`name`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `quote_imports_content` ON `quote_imports` (`market_name`,`content_hash`);--> statement-breakpoint
CREATE TABLE `quotes` (
	`id` text PRIMARY KEY NOT NULL,
	`import_id` text NOT NULL,
	`market_name` text NOT NULL,
	`symbol` text NOT NULL,
	`date` text NOT NULL,
	`time` text NOT NULL,
	`level` integer NOT NULL,
	`bid_e4` integer,
	`ask_e4` integer,
	`bid_shares` integer NOT NULL,
	`ask_shares` integer NOT NULL,
	FOREIGN KEY (`import_id`) REFERENCES `quote_imports`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `quotes_day` ON `quotes` (`market_name`,`date`,`symbol`);--> statement-breakpoint
ALTER TABLE `proposals` ADD `round_id` text;--> statement-breakpoint
ALTER TABLE `proposals` ADD `explore` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `proposals` ADD `superseded_by` text;--> statement-breakpoint
CREATE TRIGGER thread_messages_no_update BEFORE UPDATE ON thread_messages BEGIN SELECT RAISE(ABORT, 'a message of a deliberation never changes'); END;
--> statement-breakpoint
CREATE TRIGGER thread_messages_no_delete BEFORE DELETE ON thread_messages BEGIN SELECT RAISE(ABORT, 'a message of a deliberation never changes'); END;
--> statement-breakpoint
CREATE TRIGGER quotes_no_update BEFORE UPDATE ON quotes BEGIN SELECT RAISE(ABORT, 'a stored quote never changes'); END;
