-- What 211 added goes with it.
SELECT 1;
