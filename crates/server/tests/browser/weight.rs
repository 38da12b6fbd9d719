//! How much a first visit loads: a class may sit behind one slow connection.

use crate::harness::visit;
use crate::views::speak;

/// The most bytes of the first page, headers included. At 50 KB/s they take two seconds.
const MOST: u64 = 100_000;

#[tokio::test]
async fn the_first_page_is_light() {
    visit(async |world| {
        for language in ["en", "fr"] {
            let page = world.driver.page(&world.server.origin()).await;
            if language != "en" {
                speak(&page, language).await;
                page.settle().await;
                // A visitor who comes for the first time has nothing in the cache.
                page.forget_files().await;
            }
            page.transferred().await;
            page.open("/").await;
            page.see(".games svg").await;
            page.settle().await;
            let bytes = page.transferred().await;
            page.close().await;
            assert!((10_000..MOST).contains(&bytes), "the first page in {language} has {bytes} bytes");
        }
    })
    .await;
}
