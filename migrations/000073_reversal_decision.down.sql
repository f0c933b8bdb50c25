DROP INDEX partial_reversal_reference;
DROP TABLE partial_reversal_decision;
