//! How much a first visit loads: a class may sit behind one slow connection.

use crate::harness::visit;
use crate::views::speak;

/// The most bytes of the first page, headers included. At 50 KB/s they take two seconds.
const MOST: u64 = 100_000;
/// What a school's connection leaves to each.
const SLOW: u32 = 50 * 1024;

#[tokio::test]
#[expect(clippy::print_stdout, reason = "the time is for people who ask with --nocapture")]
async fn the_first_page_is_light() {
    visit(async |world| {
        for language in ["en", "fr"] {
            let page = world.visitor().await;
            if language != "en" {
                speak(&page, language).await;
                page.settle().await;
                // A visitor who comes for the first time has nothing in the cache.
                page.forget_files().await;
            }
            page.transferred().await;
            page.limit_network(Some(SLOW)).await;
            page.open("/").await;
            let usable = page.until("document.querySelector('.games svg') && performance.now()").await;
            page.settle().await;
            page.limit_network(None).await;
            let bytes = page.transferred().await;
            page.close().await;
            // How long it takes is said and not judged: machines differ, and are busy.
            println!(
                "the first page in {language}: {bytes} bytes; usable after {:.0} ms at {SLOW} bytes/s",
                usable.as_f64().unwrap_or_default()
            );
            assert!((10_000..MOST).contains(&bytes), "the first page in {language} has {bytes} bytes");
        }
    })
    .await;
}
