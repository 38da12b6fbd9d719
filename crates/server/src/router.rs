//! Every address, and what a request passes on its way there.

use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::middleware::{from_fn, from_fn_with_state};
use axum::routing::get;

use crate::compression::compress;
use crate::error::{no_such_address, wrong_method};
use crate::guard::{check_origin, know_sender, name_visitor, secure, take_token};
use crate::state::Shared;
use crate::{api, assets, pages};

/// The most bytes of a body, unless an address says otherwise.
const LARGEST_BODY: usize = 64 * 1024;

/// The whole server.
pub(crate) fn router(app: Shared) -> Router {
    let pages = Router::new()
        .fallback(pages::page)
        .layer(from_fn(name_visitor))
        .layer(from_fn_with_state(app.clone(), take_token));
    let api =
        api::router(&app).layer(from_fn(compress)).fallback(no_such_address).method_not_allowed_fallback(wrong_method);
    Router::new()
        .nest("/api/v1", api)
        .route("/assets/{*name}", get(assets::asset))
        .fallback_service(pages.with_state(app.clone()))
        .layer(DefaultBodyLimit::max(LARGEST_BODY))
        .layer(from_fn_with_state(app.clone(), check_origin))
        .layer(from_fn_with_state(app.clone(), know_sender))
        .layer(from_fn(secure))
        .with_state(app)
}
