//! Maps and sets with a hash that takes a fraction of SipHash's time, for what is looked up often: names of a template, patterns.
//! Its seed differs between processes, as texts come from requests. <https://docs.rs/foldhash>

/// A map by foldhash. Its order is arbitrary.
pub type HashMap<K, V> = std::collections::HashMap<K, V, foldhash::fast::RandomState>;

/// A set by foldhash. Its order is arbitrary.
pub type HashSet<T> = std::collections::HashSet<T, foldhash::fast::RandomState>;
