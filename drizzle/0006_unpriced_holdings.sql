ALTER TABLE `alerts` ADD `subject` text;--> statement-breakpoint
ALTER TABLE `steps` ADD `unpriced` text;