-- A row that is told of once more harms nobody.
SELECT;
