CREATE TABLE `account_days` (
	`account_id` text NOT NULL,
	`date` text NOT NULL,
	`nav_fen` integer NOT NULL,
	`flow_fen` integer NOT NULL,
	`benchmark_return` real,
	PRIMARY KEY(`account_id`, `date`),
	FOREIGN KEY (`account_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `account_trades` (
	`account_id` text NOT NULL,
	`seq` integer NOT NULL,
	`date` text NOT NULL,
	`symbol` text NOT NULL,
	`kind` text NOT NULL,
	`class` text NOT NULL,
	`amount_fen` integer NOT NULL,
	`cash_fen` integer,
	`shares` integer,
	`price` real,
	`fee_fen` integer,
	`line` integer NOT NULL,
	PRIMARY KEY(`account_id`, `seq`),
	FOREIGN KEY (`account_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `account_trades_date` ON `account_trades` (`account_id`,`date`);--> statement-breakpoint
CREATE TABLE `accounts` (
	`id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`source` text NOT NULL,
	`currency` text NOT NULL,
	`benchmark` text,
	`first_date` text NOT NULL,
	`last_date` text NOT NULL,
	`day_count` integer NOT NULL,
	`trade_count` integer NOT NULL,
	`content_hash` text NOT NULL,
	`ledger` text NOT NULL,
	`created_at` integer NOT NULL,
	`imported_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `accounts_name_unique` ON `accounts` (`name`);