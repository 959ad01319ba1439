"""The paper frame around the tray: measured, drawn, explained, and written as a page true to scale."""
