//! Matches, tournaments, ratings and reports that can be trusted.
