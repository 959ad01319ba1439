"""A robot that plays on the companion's own screens, for checks that need a game under way."""

from tests.virtual_pi.machine import VirtualPi

FOLDER = "/var/lib/companion"
SECONDS_A_HASTY_ANSWER = 2
HOW_MANY_LINES = "select count(*) from lines"


def robot_plays(pi: VirtualPi, seconds_an_answer: int) -> None:
    """Game after game, every throw counted from a photo."""
    pi.get(f"systemctl stop companion; cp -r /opt/virtual-pi/seen/* {FOLDER}; chown -R companion: {FOLDER}")
    pi.get(f"""sed -i 's|^#*source = .*|source = "photos:{FOLDER}/throws"|' /etc/companion/config.toml""")
    pi.write(
        "/etc/systemd/system/companion.service.d/robot.conf",
        "[Service]\nExecStart=\n"
        f"ExecStart=/usr/bin/env python /opt/virtual-pi/player.py {seconds_an_answer}\n",
    )
    pi.get("systemctl daemon-reload; systemctl start --no-block companion")
    pi.until_playing(900)


def lines_kept(pi: VirtualPi) -> int:
    return int(pi.get(f"sqlite3 {FOLDER}/companion.db '{HOW_MANY_LINES}'"))
