"""The appliance: nothing is lost, everything says what it needs."""
