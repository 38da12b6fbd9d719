import os
import signal

import honest

honest.serve(lambda: os.kill(os.getpid(), signal.SIGSEGV))
