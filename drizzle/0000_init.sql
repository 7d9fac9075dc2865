CREATE TABLE `alerts` (
	`id` text PRIMARY KEY NOT NULL,
	`book_id` text NOT NULL,
	`episode_id` text NOT NULL,
	`incident_id` text,
	`rule` text NOT NULL,
	`severity` text NOT NULL,
	`day_index` integer NOT NULL,
	`date` text NOT NULL,
	`value` real,
	`threshold` real,
	`message` text NOT NULL,
	`evidence` text NOT NULL,
	`firing` integer NOT NULL,
	`handling` text NOT NULL,
	`repeats` integer DEFAULT 0 NOT NULL,
	`revision` integer DEFAULT 0 NOT NULL,
	`note` text,
	`opened_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`incident_id`) REFERENCES `incidents`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `alerts_book` ON `alerts` (`book_id`,`opened_at`);--> statement-breakpoint
CREATE INDEX `alerts_handling` ON `alerts` (`handling`,`severity`);--> statement-breakpoint
CREATE TABLE `incidents` (
	`id` text PRIMARY KEY NOT NULL,
	`book_id` text NOT NULL,
	`episode_id` text NOT NULL,
	`date` text NOT NULL,
	`summary` text NOT NULL,
	`status` text NOT NULL,
	`opened_at` integer NOT NULL,
	`closed_at` integer
);
--> statement-breakpoint
CREATE INDEX `incidents_book` ON `incidents` (`book_id`,`opened_at`);--> statement-breakpoint
CREATE TABLE `audit_log` (
	`seq` integer PRIMARY KEY NOT NULL,
	`at` integer NOT NULL,
	`actor_kind` text NOT NULL,
	`actor_id` text NOT NULL,
	`actor_name` text NOT NULL,
	`action` text NOT NULL,
	`entity` text NOT NULL,
	`detail` text NOT NULL,
	`prev_hash` text NOT NULL,
	`hash` text NOT NULL
);
--> statement-breakpoint
CREATE INDEX `audit_entity` ON `audit_log` (`entity`,`seq`);--> statement-breakpoint
CREATE INDEX `audit_action` ON `audit_log` (`action`,`seq`);--> statement-breakpoint
CREATE TABLE `events` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`at` integer NOT NULL,
	`kind` text NOT NULL,
	`book_id` text,
	`trace_id` text,
	`span_id` text,
	`parent_span_id` text,
	`payload` text NOT NULL,
	`input_tokens` integer,
	`output_tokens` integer,
	`cost_micros` integer,
	`duration_ms` real
);
--> statement-breakpoint
CREATE INDEX `events_trace` ON `events` (`trace_id`,`id`);--> statement-breakpoint
CREATE INDEX `events_book` ON `events` (`book_id`,`id`);--> statement-breakpoint
CREATE TABLE `autopsies` (
	`id` text PRIMARY KEY NOT NULL,
	`incident_id` text NOT NULL,
	`book_id` text NOT NULL,
	`version` integer NOT NULL,
	`status` text NOT NULL,
	`document` text NOT NULL,
	`drafted_by` text NOT NULL,
	`revision` integer DEFAULT 0 NOT NULL,
	`updated_at` integer NOT NULL,
	`updated_by` text NOT NULL,
	`signed_at` integer,
	`signed_by` text,
	`content_hash` text,
	FOREIGN KEY (`incident_id`) REFERENCES `incidents`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `autopsies_version` ON `autopsies` (`incident_id`,`version`);--> statement-breakpoint
CREATE TABLE `book_transitions` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`book_id` text NOT NULL,
	`verb` text NOT NULL,
	`from_state` text NOT NULL,
	`to_state` text NOT NULL,
	`reason` text,
	`actor_kind` text NOT NULL,
	`actor_name` text NOT NULL,
	`date` text,
	`at` integer NOT NULL,
	FOREIGN KEY (`book_id`) REFERENCES `books`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `book_transitions_book` ON `book_transitions` (`book_id`,`id`);--> statement-breakpoint
CREATE TABLE `books` (
	`id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`market_name` text NOT NULL,
	`package_id` text NOT NULL,
	`version_id` text NOT NULL,
	`state` text NOT NULL,
	`revision` integer DEFAULT 0 NOT NULL,
	`episode_id` text NOT NULL,
	`pace_seconds` integer,
	`config` text NOT NULL,
	`thresholds` text NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`market_name`) REFERENCES `markets`(`name`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`package_id`) REFERENCES `packages`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`version_id`) REFERENCES `package_versions`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `books_name_unique` ON `books` (`name`);--> statement-breakpoint
CREATE TABLE `deployments` (
	`id` text PRIMARY KEY NOT NULL,
	`book_id` text NOT NULL,
	`episode_id` text NOT NULL,
	`version_id` text NOT NULL,
	`kind` text NOT NULL,
	`from_day_index` integer NOT NULL,
	`from_date` text NOT NULL,
	`approval_id` text,
	`actor_name` text NOT NULL,
	`at` integer NOT NULL,
	FOREIGN KEY (`book_id`) REFERENCES `books`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`version_id`) REFERENCES `package_versions`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `deployments_book` ON `deployments` (`book_id`,`at`);--> statement-breakpoint
CREATE TABLE `episodes` (
	`id` text PRIMARY KEY NOT NULL,
	`book_id` text NOT NULL,
	`number` integer NOT NULL,
	`start_date` text NOT NULL,
	`initial_fen` integer NOT NULL,
	`friction` integer NOT NULL,
	`reason` text NOT NULL,
	`started_at` integer NOT NULL,
	`ended_at` integer,
	`end_reason` text,
	FOREIGN KEY (`book_id`) REFERENCES `books`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `episodes_number` ON `episodes` (`book_id`,`number`);--> statement-breakpoint
CREATE TABLE `compute_accounts` (
	`id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`token_limit` integer NOT NULL,
	`cpu_second_limit` real NOT NULL,
	`money_limit_micros` integer NOT NULL,
	`exhausted` integer DEFAULT false NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `compute_accounts_name_unique` ON `compute_accounts` (`name`);--> statement-breakpoint
CREATE TABLE `compute_ledger` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`account_id` text NOT NULL,
	`source_id` text NOT NULL,
	`kind` text NOT NULL,
	`input_tokens` integer DEFAULT 0 NOT NULL,
	`output_tokens` integer DEFAULT 0 NOT NULL,
	`cpu_seconds` real DEFAULT 0 NOT NULL,
	`cost_micros` integer DEFAULT 0 NOT NULL,
	`reason` text,
	`actor_name` text NOT NULL,
	`at` integer NOT NULL,
	FOREIGN KEY (`account_id`) REFERENCES `compute_accounts`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `compute_ledger_source_id_unique` ON `compute_ledger` (`source_id`);--> statement-breakpoint
CREATE INDEX `compute_ledger_account` ON `compute_ledger` (`account_id`,`id`);--> statement-breakpoint
CREATE TABLE `jobs` (
	`id` text PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`payload` text NOT NULL,
	`idempotency_key` text,
	`state` text NOT NULL,
	`lane` text,
	`run_at` integer NOT NULL,
	`attempts` integer DEFAULT 0 NOT NULL,
	`max_attempts` integer DEFAULT 2 NOT NULL,
	`lease_until` integer,
	`lease_owner` text,
	`cancel_requested` integer DEFAULT false NOT NULL,
	`progress` real DEFAULT 0 NOT NULL,
	`progress_text` text,
	`result` text,
	`error` text,
	`created_by` text NOT NULL,
	`created_at` integer NOT NULL,
	`started_at` integer,
	`ended_at` integer
);
--> statement-breakpoint
CREATE UNIQUE INDEX `jobs_idempotency_key_unique` ON `jobs` (`idempotency_key`);--> statement-breakpoint
CREATE INDEX `jobs_due` ON `jobs` (`state`,`run_at`);--> statement-breakpoint
CREATE INDEX `jobs_lane` ON `jobs` (`lane`,`state`);--> statement-breakpoint
CREATE TABLE `markets` (
	`name` text PRIMARY KEY NOT NULL,
	`panel_hash` text NOT NULL,
	`board` text NOT NULL,
	`currency` text NOT NULL,
	`synthetic` integer NOT NULL,
	`seed` integer,
	`benchmark` text,
	`first_date` text NOT NULL,
	`last_date` text NOT NULL,
	`symbol_count` integer NOT NULL,
	`day_count` integer NOT NULL,
	`ledger` text NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `package_versions` (
	`id` text PRIMARY KEY NOT NULL,
	`package_id` text NOT NULL,
	`commit` text NOT NULL,
	`label` text NOT NULL,
	`source_hash` text NOT NULL,
	`tests_hash` text NOT NULL,
	`proposal_id` text,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`package_id`) REFERENCES `packages`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `package_versions_commit` ON `package_versions` (`package_id`,`commit`);--> statement-breakpoint
CREATE TABLE `packages` (
	`id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`dir` text NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `packages_name_unique` ON `packages` (`name`);--> statement-breakpoint
CREATE TABLE `sessions` (
	`token_hash` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`created_at` integer NOT NULL,
	`last_seen_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `sign_in_attempts` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`subject` text NOT NULL,
	`at` integer NOT NULL,
	`ok` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `sign_in_links` (
	`token_hash` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`used_at` integer,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `users` (
	`id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`role` text NOT NULL,
	`password_hash` text,
	`created_at` integer NOT NULL,
	`disabled_at` integer
);
--> statement-breakpoint
CREATE UNIQUE INDEX `users_name_unique` ON `users` (`name`);--> statement-breakpoint
CREATE TABLE `approvals` (
	`id` text PRIMARY KEY NOT NULL,
	`proposal_id` text NOT NULL,
	`book_id` text NOT NULL,
	`binding_hash` text NOT NULL,
	`status` text NOT NULL,
	`approver_id` text NOT NULL,
	`approver_name` text NOT NULL,
	`approved_at` integer NOT NULL,
	`hold_until` integer NOT NULL,
	`ended_at` integer,
	`commit` text,
	`note` text,
	FOREIGN KEY (`proposal_id`) REFERENCES `proposals`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `attempts` (
	`id` text PRIMARY KEY NOT NULL,
	`proposal_id` text NOT NULL,
	`number` integer NOT NULL,
	`status` text NOT NULL,
	`diff` text,
	`edits` text NOT NULL,
	`rationale` text,
	`verdict` text,
	`verdict_hash` text,
	`gradient` text,
	`input_tokens` integer DEFAULT 0 NOT NULL,
	`output_tokens` integer DEFAULT 0 NOT NULL,
	`cpu_seconds` real DEFAULT 0 NOT NULL,
	`cost_micros` integer DEFAULT 0 NOT NULL,
	`started_at` integer NOT NULL,
	`ended_at` integer,
	FOREIGN KEY (`proposal_id`) REFERENCES `proposals`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `attempts_number` ON `attempts` (`proposal_id`,`number`);--> statement-breakpoint
CREATE TABLE `proposals` (
	`id` text PRIMARY KEY NOT NULL,
	`book_id` text NOT NULL,
	`incident_id` text NOT NULL,
	`autopsy_id` text NOT NULL,
	`package_id` text NOT NULL,
	`base_commit` text NOT NULL,
	`provider` text NOT NULL,
	`model` text,
	`state` text NOT NULL,
	`revision` integer DEFAULT 0 NOT NULL,
	`max_attempts` integer NOT NULL,
	`attempt_id` text,
	`feedback` text,
	`parent_id` text,
	`error` text,
	`created_by` text NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`autopsy_id`) REFERENCES `autopsies`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `proposals_book` ON `proposals` (`book_id`,`created_at`);--> statement-breakpoint
CREATE TABLE `settings` (
	`key` text PRIMARY KEY NOT NULL,
	`value` text NOT NULL,
	`updated_at` integer NOT NULL,
	`updated_by` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `fills` (
	`id` text PRIMARY KEY NOT NULL,
	`order_id` text NOT NULL,
	`book_id` text NOT NULL,
	`episode_id` text NOT NULL,
	`day_index` integer NOT NULL,
	`date` text NOT NULL,
	`symbol` text NOT NULL,
	`side` text NOT NULL,
	`shares` integer NOT NULL,
	`price_fen` integer NOT NULL,
	`reference_fen` integer NOT NULL,
	`amount_fen` integer NOT NULL,
	`commission_fen` integer NOT NULL,
	`duty_fen` integer NOT NULL,
	`transfer_fen` integer NOT NULL,
	`spread_fen` integer NOT NULL,
	`impact_fen` integer NOT NULL,
	`participation` real NOT NULL
);
--> statement-breakpoint
CREATE INDEX `fills_day` ON `fills` (`episode_id`,`day_index`);--> statement-breakpoint
CREATE TABLE `orders` (
	`id` text PRIMARY KEY NOT NULL,
	`book_id` text NOT NULL,
	`episode_id` text NOT NULL,
	`day_index` integer NOT NULL,
	`date` text NOT NULL,
	`symbol` text NOT NULL,
	`side` text NOT NULL,
	`shares` integer NOT NULL,
	`filled_shares` integer NOT NULL,
	`status` text NOT NULL,
	`reason` text
);
--> statement-breakpoint
CREATE INDEX `orders_day` ON `orders` (`episode_id`,`day_index`);--> statement-breakpoint
CREATE TABLE `steps` (
	`book_id` text NOT NULL,
	`episode_id` text NOT NULL,
	`day_index` integer NOT NULL,
	`date` text NOT NULL,
	`version_id` text NOT NULL,
	`equity_fen` integer NOT NULL,
	`cash_fen` integer NOT NULL,
	`pnl_fen` integer NOT NULL,
	`day_return` real NOT NULL,
	`benchmark_return` real,
	`gross_return` real NOT NULL,
	`friction_linear` real NOT NULL,
	`friction_root` real NOT NULL,
	`execution_return` real NOT NULL,
	`reward` real NOT NULL,
	`commission_fen` integer NOT NULL,
	`duty_fen` integer NOT NULL,
	`transfer_fen` integer NOT NULL,
	`spread_fen` integer NOT NULL,
	`impact_fen` integer NOT NULL,
	`turnover` real NOT NULL,
	`principal_loss` real NOT NULL,
	`drawdown` real NOT NULL,
	`terminal` integer NOT NULL,
	`positions` text NOT NULL,
	`state` text NOT NULL,
	`digest` text NOT NULL,
	`decide_ms` real,
	PRIMARY KEY(`episode_id`, `day_index`)
);
--> statement-breakpoint
CREATE INDEX `steps_book_date` ON `steps` (`book_id`,`date`);