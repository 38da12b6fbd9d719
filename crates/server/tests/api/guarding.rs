//! Hosts, origins, the token, and the headers of every answer.

use serde_json::json;

use crate::common::TestServer;

#[test]
fn every_answer_carries_the_policy() {
    let server = TestServer::start();
    for path in ["/", "/nowhere", "/assets/board.css", "/assets/nothing", "/api/v1/games", "/api/v1/nothing"] {
        let response = server.get(path);
        let policy = response.header("content-security-policy").expect("a policy");
        assert!(policy.starts_with("default-src 'none'; script-src 'self'; style-src 'self'"), "{path}");
        assert!(policy.contains("frame-ancestors 'none'") && !policy.contains("unsafe"), "{path}");
        assert_eq!(response.header("x-content-type-options"), Some("nosniff"), "{path}");
        assert_eq!(response.header("referrer-policy"), Some("no-referrer"), "{path}");
        assert!(response.header("cache-control").is_some(), "{path}");
    }
    assert_eq!(server.get("/api/v1/status").header("cache-control"), Some("no-store"));
}

#[test]
fn only_names_of_ours_are_answered() {
    let server = TestServer::with(|options| options.names = vec!["board.example".to_owned()]);
    let ask = |host: &str| server.client.clone().with("Host", host).get("/api/v1/games").expect("an answer").status;
    for host in ["127.0.0.1", "localhost:1234", "[::1]:7878", "board.example", "BOARD.example:80"] {
        assert_eq!(ask(host), 200, "{host}");
    }
    for host in ["evil.example", "127.0.0.1.evil.example", "192.168.0.1", "localhost.evil.example:7878"] {
        assert_eq!(ask(host), 403, "{host}");
    }
}

#[test]
fn foreign_pages_change_nothing_and_open_no_sockets() {
    let server = TestServer::start();
    let host = "127.0.0.1:7878";
    let client = server.client.clone().with("Host", host);
    let body = json!({ "game": "connect4" });
    for origin in ["http://evil.example", "null", "http://127.0.0.1:9999", "http://localhost:7878", "evil"] {
        let foreign = client.clone().with("Origin", origin);
        assert_eq!(foreign.post("/api/v1/position", &body).expect("an answer").status, 403, "{origin}");
        let refused = foreign.socket("/api/v1/analyse").expect("an answer").expect_err("no socket");
        assert_eq!(refused.status, 403, "{origin}");
        let refused = foreign.socket("/api/v1/tournaments/1/live").expect("an answer").expect_err("no socket");
        assert_eq!(refused.status, 403, "{origin}");
        assert_eq!(foreign.post("/api/v1/tournaments", &body).expect("an answer").status, 403, "{origin}");
        assert_eq!(
            foreign.get("/api/v1/games").expect("an answer").status,
            200,
            "reading is harmless: it cannot see it"
        );
    }
    let cross = client.clone().with("Sec-Fetch-Site", "cross-site");
    assert_eq!(cross.post("/api/v1/position", &body).expect("an answer").status, 403);
    let own = client.with("Origin", "http://127.0.0.1:7878").with("Sec-Fetch-Site", "same-origin");
    assert_eq!(own.post("/api/v1/position", &body).expect("an answer").status, 200);
    assert!(own.socket("/api/v1/analyse").expect("an answer").is_ok());
}

#[test]
fn what_costs_needs_the_token() {
    let server = TestServer::with(|options| options.token = Some("open-sesame".to_owned()));
    let new = json!({ "game": "connect4", "agent": "random" });
    let status = server.get_json("/api/v1/status");
    assert_eq!((&status["token_needed"], &status["authorised"]), (&json!(true), &json!(false)));
    // What only looks is free.
    assert_eq!(server.get("/").status, 200);
    assert_eq!(server.get("/api/v1/agents").status, 200);
    assert_eq!(server.post("/api/v1/position", &json!({ "game": "connect4" })).status, 200);
    // What makes agents think is not.
    let costly = [
        "play",
        "play/aaaaaaaaaa/move",
        "play/aaaaaaaaaa/hint",
        "play/aaaaaaaaaa/rematch",
        "import",
        "tournaments",
        "tournaments/1/stop",
        "tournaments/1/resume",
    ];
    for path in costly {
        assert_eq!(server.post(&format!("/api/v1/{path}"), &new).status, 401, "{path}");
    }
    assert_eq!(server.get("/api/v1/tournaments/1/report/report.html").status, 401);
    assert_eq!(server.get("/api/v1/tournaments").status, 200);
    assert_eq!(server.get("/api/v1/tournaments/presets").status, 200);
    assert_eq!(server.client.socket("/api/v1/analyse").expect("an answer").expect_err("no socket").status, 401);
    for wrong in ["open-sesame!", "open-sesam", ""] {
        let client = server.client.clone().with("Authorization", &format!("Bearer {wrong}"));
        assert_eq!(client.post("/api/v1/play", &new).expect("an answer").status, 401, "{wrong}");
    }
    let bearer = server.client.clone().with("Authorization", "Bearer open-sesame");
    assert_eq!(bearer.post("/api/v1/play", &new).expect("an answer").status, 201);

    // The address that the server prints makes a cookie and leaves the token out of the address.
    let opened = server.get("/play/connect4?lang=fr&token=open-sesame");
    assert_eq!((opened.status, opened.header("location")), (303, Some("/play/connect4?lang=fr")));
    let cookie = opened.header("set-cookie").expect("a cookie");
    assert!(cookie.contains("HttpOnly") && cookie.contains("SameSite=Strict"), "{cookie}");
    let named = server.client.clone().with("Cookie", cookie.split(';').next().expect("a value"));
    assert_eq!(named.post("/api/v1/play", &new).expect("an answer").status, 201);
    assert!(named.socket("/api/v1/analyse").expect("an answer").is_ok());
    assert_eq!(named.get("/api/v1/status").expect("an answer").json()["authorised"], true);
    let wrong = server.get("/?token=guess");
    assert_eq!((wrong.status, wrong.header("set-cookie")), (303, None));
    let elsewhere = server.get("//evil.example/?token=open-sesame");
    assert_eq!(elsewhere.header("location"), Some("/"), "no way to another host");
}

#[test]
fn odd_paths_are_not_redirected_to() {
    let server = TestServer::with(|options| options.token = Some("open-sesame".to_owned()));
    for odd in ["/\\evil.example/", "/play//evil.example", "/play/a;b", "/play/<b>"] {
        let answer = server.get(&format!("{odd}?token=open-sesame"));
        // A path that is no path at all is refused before that.
        assert!(
            answer.status == 400 || answer.header("location") == Some("/"),
            "{odd}: {:?}",
            answer.header("location")
        );
    }
}

#[test]
fn a_proxy_is_believed_only_when_asked() {
    let cookies = |trusts_proxy: bool| {
        let server = TestServer::with(|options| options.trusts_proxy = trusts_proxy);
        let client = server.client.clone().with("X-Forwarded-Proto", "https").with("X-Forwarded-For", "192.0.2.7");
        let cookie = client.get("/").expect("an answer").header("set-cookie").expect("a cookie").to_owned();
        cookie.ends_with("; Secure")
    };
    assert_eq!([true, false].map(cookies), [true, false]);
}
