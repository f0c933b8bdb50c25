UPDATE refund SET paid_by_hand = false WHERE paid_by_hand;
