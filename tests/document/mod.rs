mod condition;
mod deployments;
mod reference;
mod resolve;
mod scenario;
mod transform;
