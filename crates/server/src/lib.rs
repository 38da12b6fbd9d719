//! The page: play, analyse and watch in the browser.
