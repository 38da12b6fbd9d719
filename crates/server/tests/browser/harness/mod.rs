//! What tests of the page stand on: a server, a driver, and pages that are looked at.

mod driver;
mod page;
mod server;

use std::panic::{AssertUnwindSafe, resume_unwind};

use futures_util::FutureExt;

pub(crate) use driver::Driver;
pub(crate) use page::{Page, Quiet};
pub(crate) use server::TestServer;

/// A server and a browser that visits it.
pub(crate) struct World {
    pub(crate) server: TestServer,
    pub(crate) driver: Driver,
    pub(crate) page: Page,
}

/// Runs a test with a fresh world. The browser is closed even if the test fails, and then asked what went wrong in it.
pub(crate) async fn visit(test: impl AsyncFnOnce(&mut World)) {
    visit_expecting(Quiet::ALL, test).await;
}

/// The same for a test in which the page has reason to complain.
pub(crate) async fn visit_expecting(quiet: Quiet, test: impl AsyncFnOnce(&mut World)) {
    visit_server(TestServer::start().await, quiet, test).await;
}

/// The same at a server that was started already.
pub(crate) async fn visit_server(server: TestServer, quiet: Quiet, test: impl AsyncFnOnce(&mut World)) {
    let driver = Driver::start().await;
    let page = driver.page(&server.origin()).await;
    let mut world = World { server, driver, page };
    let result = AssertUnwindSafe(test(&mut world)).catch_unwind().await;
    let World { server, driver, page } = world;
    let complaints = page.complaints(&quiet).await;
    page.close().await;
    drop(driver);
    server.stop().await;
    if let Err(panic) = result {
        resume_unwind(panic);
    }
    assert!(complaints.is_empty(), "the page complains: {complaints:#?}");
}
