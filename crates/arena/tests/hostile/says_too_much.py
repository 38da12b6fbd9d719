import honest

honest.serve(lambda: honest.say("bestmove 4 ponder 5"))
