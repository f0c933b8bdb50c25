-- domain/support: when a live request is looked at next, by business time: at its end, and soon after money came or went.
ALTER TABLE hardship ADD COLUMN check_at timestamptz NOT NULL DEFAULT now();
