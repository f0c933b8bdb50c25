-- base/job: what a look at everything that is due could not end, and from when on it is tried again: it does not come first in every look.
CREATE TABLE sweep_setback (
    sweep     text        NOT NULL,
    item_id   uuid        NOT NULL,
    failures  int         NOT NULL CHECK (failures > 0), -- in a row
    try_after timestamptz NOT NULL,                      -- wall time
    PRIMARY KEY (sweep, item_id)
);
