#!/bin/sh
# Joins the local network that another installation keeps at $LOCALNET_DIR, then serves.
set -eu
port() { node -p "require('$LOCALNET_DIR/ports.json').$1"; }
SML_DNS=127.0.0.1:$(port dnsPort)
SML_URL=https://127.0.0.1:$(port smlPort)/edelivery-sml
export SML_DNS SML_URL
exec "$@"
