ALTER TABLE `fills` ADD `other_fen` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `steps` ADD `other_fen` integer DEFAULT 0 NOT NULL;