mod condition;
mod reference;
