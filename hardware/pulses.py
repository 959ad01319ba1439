"""Pulses on a pin, made in a process of their own that lives only as long as something pulses.

    pulses = Pulses(0, 27)      # pin 27 of /dev/gpiochip0, low
    pulses.write(100, 0.5)      # a hundred times a second, half of the time high
    pulses.write(0, 1.0)        # steadily high
    pulses.close()              # low, and given back

lgpio pulses with a thread that never ends again and wakes the processor fifty times a second. In a process
beside the companion it ends with the process, and the pin goes low even when the companion is killed.
"""

import contextlib
import os
import select
import signal
import subprocess
import sys
import tempfile

SLOWEST_ANSWER_SECONDS = 5.0
_OK = b"ok\n"


class Pulses:
    """An output that can pulse. Whatever goes wrong is an OSError.

    chip, pin   the number of the gpiochip, and of the line on it
    """

    def __init__(self, chip: int, pin: int) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-P", __file__, str(chip), str(pin)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            bufsize=0,
        )
        self._hear()

    def write(self, hertz: float, duty: float) -> None:
        """Be so from now on; 0 hertz for steadily low or high."""
        assert self._process.stdin is not None
        self._process.stdin.write(f"{hertz} {duty}\n".encode())
        self._hear()

    def close(self) -> None:
        """Low, and the pin given back; nothing is left running."""
        for end in (self._process.stdin, self._process.stdout):
            if end is not None:
                with contextlib.suppress(OSError):
                    end.close()
        try:
            self._process.wait(SLOWEST_ANSWER_SECONDS)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()

    def _hear(self) -> None:
        """Until it has done what it was told."""
        answers = self._process.stdout
        assert answers is not None
        heard, _, _ = select.select([answers], [], [], SLOWEST_ANSWER_SECONDS)
        said = answers.readline() if heard else b"no answer"
        if said != _OK:
            self.close()
            raise OSError(f"no pulses: {said.decode(errors='replace').strip() or 'their process ended'}")


def main(chip: int, pin: int) -> None:
    """The process: a line in, a change at the pin, a line out; until nobody says anything more."""
    for stop in (signal.SIGINT, signal.SIGTERM):  # it ends with whoever started it, who drives it low first
        signal.signal(stop, signal.SIG_IGN)
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)  # lgpio leaves a pipe where it is loaded, whose name is needed only until it is open
        import lgpio

        os.chdir("/")
    try:
        handle = lgpio.gpiochip_open(chip)
        lgpio.gpio_claim_output(handle, pin)
        print("ok", flush=True)
        for line in sys.stdin:
            hertz, duty = (float(word) for word in line.split())
            lgpio.tx_pwm(handle, pin, hertz, duty * 100 if hertz else 0)
            if not hertz:  # it stops without driving the pin
                lgpio.gpio_write(handle, pin, int(duty))
            print("ok", flush=True)
        lgpio.tx_pwm(handle, pin, 0, 0)
        lgpio.gpio_write(handle, pin, 0)
    except lgpio.error as error:
        print(error, flush=True)


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
