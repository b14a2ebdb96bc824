"""What benches/stdio.py is made of."""
