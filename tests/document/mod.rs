mod condition;
mod reference;
mod resolve;
mod scenario;
mod transform;
