import os

import honest


def go():
    os.close(1)
    honest.sleep()


honest.serve(go)
