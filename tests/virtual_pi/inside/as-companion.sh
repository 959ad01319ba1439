#!/bin/bash
# A command as the companion's own user, with the config of the service.
exec runuser -u companion -- env HOME=/var/lib/companion PYTHONDONTWRITEBYTECODE=1 \
  COMPANION_CONFIG=/etc/companion/config.toml PATH=/opt/companion/venv/bin:/usr/bin:/bin "$@"
