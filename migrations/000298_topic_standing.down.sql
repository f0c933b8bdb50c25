DROP VIEW topic_standing;
