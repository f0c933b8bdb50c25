DROP TABLE repayment_proof, refund, payment_reversal, payment_allocation, payment, payment_intent;
