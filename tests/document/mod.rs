mod condition;
mod reference;
mod transform;
