//! What tests of the page stand on: a server, browsers, and pages that are looked at.

mod driver;
mod page;
mod server;

use std::panic::{AssertUnwindSafe, resume_unwind};

use futures_util::FutureExt;

pub(crate) use page::{Page, Quiet};
pub(crate) use server::TestServer;

/// A server and a browser that visits it.
pub(crate) struct World {
    pub(crate) server: TestServer,
    pub(crate) page: Page,
}

impl World {
    /// A second person who visits the server, with a browser of their own.
    pub(crate) async fn visitor(&self) -> Page {
        Page::new(&self.server.origin()).await
    }
}

/// Runs a test with a fresh world. If the test fails, the browser is asked what went wrong in it.
pub(crate) async fn visit(test: impl AsyncFnOnce(&mut World)) {
    visit_expecting(Quiet::ALL, test).await;
}

/// The same for a test in which the page has reason to complain.
pub(crate) async fn visit_expecting(quiet: Quiet, test: impl AsyncFnOnce(&mut World)) {
    visit_server(TestServer::start().await, quiet, test).await;
}

/// The same at a server that was started already.
pub(crate) async fn visit_server(server: TestServer, quiet: Quiet, test: impl AsyncFnOnce(&mut World)) {
    let page = Page::new(&server.origin()).await;
    let mut world = World { server, page };
    let result = AssertUnwindSafe(test(&mut world)).catch_unwind().await;
    let World { server, page } = world;
    if let Err(panic) = result {
        page.give_up(&quiet).await;
        resume_unwind(panic);
    }
    let complaints = page.complaints(&quiet).await;
    page.close().await;
    server.stop().await;
    assert!(complaints.is_empty(), "the page complains: {complaints:#?}");
}
