"""The papers' examples: figures drawn anew, the numbers reached beside the numbers printed."""
