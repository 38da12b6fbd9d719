import signal

import honest

signal.signal(signal.SIGTERM, signal.SIG_IGN)
honest.serve(honest.sleep)
