import time

import honest


def go():
    time.sleep(0.6)
    honest.play()


honest.serve(go)
