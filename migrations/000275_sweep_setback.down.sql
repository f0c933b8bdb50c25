DROP TABLE sweep_setback;
