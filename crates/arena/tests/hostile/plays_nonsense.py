import honest

honest.serve(lambda: honest.say("bestmove e2e4"))
