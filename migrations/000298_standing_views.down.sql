DROP VIEW active_card, topic_standing;
