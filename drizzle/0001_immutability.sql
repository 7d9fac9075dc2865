-- What is evidence never changes: enforced below the application, so that no code path can rewrite history.
CREATE TRIGGER audit_log_no_update BEFORE UPDATE ON audit_log BEGIN SELECT RAISE(ABORT, 'the audit log is append-only'); END;
--> statement-breakpoint
CREATE TRIGGER audit_log_no_delete BEFORE DELETE ON audit_log BEGIN SELECT RAISE(ABORT, 'the audit log is append-only'); END;
--> statement-breakpoint
CREATE TRIGGER autopsies_signed_are_immutable BEFORE UPDATE ON autopsies WHEN OLD.status = 'signed' BEGIN SELECT RAISE(ABORT, 'a signed autopsy never changes'); END;
--> statement-breakpoint
CREATE TRIGGER autopsies_signed_stay BEFORE DELETE ON autopsies WHEN OLD.status = 'signed' BEGIN SELECT RAISE(ABORT, 'a signed autopsy is never deleted'); END;
--> statement-breakpoint
CREATE TRIGGER steps_no_update BEFORE UPDATE ON steps BEGIN SELECT RAISE(ABORT, 'a stored trading day never changes'); END;
--> statement-breakpoint
CREATE TRIGGER fills_no_update BEFORE UPDATE ON fills BEGIN SELECT RAISE(ABORT, 'a stored fill never changes'); END;
--> statement-breakpoint
CREATE TRIGGER attempts_verdict_is_final BEFORE UPDATE ON attempts WHEN OLD.verdict_hash IS NOT NULL AND (NEW.verdict_hash IS NOT OLD.verdict_hash OR NEW.verdict IS NOT OLD.verdict OR NEW.diff IS NOT OLD.diff) BEGIN SELECT RAISE(ABORT, 'a stored verdict never changes'); END;
--> statement-breakpoint
CREATE TRIGGER book_transitions_no_update BEFORE UPDATE ON book_transitions BEGIN SELECT RAISE(ABORT, 'transitions are append-only'); END;
