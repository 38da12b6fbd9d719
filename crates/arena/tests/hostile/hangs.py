import honest

honest.serve(honest.sleep)
