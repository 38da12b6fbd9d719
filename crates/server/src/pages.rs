//! The addresses of the page. All show the same file; what the server knows not to exist has the status to say so.

use axum::extract::{Request, State};
use axum::http::{Method, StatusCode};
use axum::response::{IntoResponse, Response};
use grandline_games::GameId;

use crate::agents::in_catalogue;
use crate::error::wrong_method;
use crate::guard::Visitor;
use crate::state::Shared;
use crate::{api, assets};

/// Answers every address that is neither the API's nor a file's.
pub(crate) async fn page(State(app): State<Shared>, request: Request) -> Response {
    if !matches!(*request.method(), Method::GET | Method::HEAD) {
        return wrong_method().await.into_response();
    }
    let exists = exists(&app, Visitor::of(request.headers(), request.extensions()), request.uri().path()).await;
    assets::index(request.headers(), if exists { StatusCode::OK } else { StatusCode::NOT_FOUND })
}

async fn exists(app: &Shared, visitor: Visitor, path: &str) -> bool {
    let path = path.trim_matches('/');
    let (head, rest) = path.split_once('/').unwrap_or((path, ""));
    match (head, rest) {
        ("" | "play" | "analyse" | "tournaments" | "agents" | "mine", "") => true,
        ("play" | "analyse", game) => game.parse::<GameId>().is_ok(),
        ("game", id) => app.rooms.find(app, visitor, id).await.is_ok(),
        ("tournaments", "new") => true,
        ("tournaments", rest) => {
            let (id, part) = rest.split_once('/').unwrap_or((rest, ""));
            matches!(part, "" | "projector" | "report") && api::has_tournament(app, id).await
        }
        ("agents", rest) => {
            rest.parse::<GameId>().is_ok()
                || rest.rsplit_once('/').is_some_and(|(game, name)| {
                    game.parse().is_ok_and(|game| in_catalogue(game, name) || app.agents.get(game, name).is_some())
                })
        }
        _ => false,
    }
}
