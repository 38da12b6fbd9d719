import honest

honest.serve(hello=honest.sleep)
