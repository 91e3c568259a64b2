mod condition;
mod reference;
mod resolve;
mod transform;
