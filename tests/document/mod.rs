mod condition;
