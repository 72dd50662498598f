"""What tests are about: random matrices (`drawn`), and systems that several files share."""
