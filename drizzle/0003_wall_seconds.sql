ALTER TABLE `compute_accounts` ADD `wall_second_limit` real;--> statement-breakpoint
ALTER TABLE `compute_ledger` ADD `wall_seconds` real DEFAULT 0 NOT NULL;