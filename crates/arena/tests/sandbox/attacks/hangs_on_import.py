"""Never gets to its first question."""
import time

while True:
    time.sleep(1000)
