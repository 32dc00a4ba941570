"""The command line: thin faces that parse, call and print.

Every command ends with 0 for yes or done, 1 for no, 2 for wrong use with one line on standard error.

>>> main(["solve", "shanghai", "--table", "5s 6s 7s", "--hand", "8s 2c"])
puts down  8s
table      5s 6s 7s 8s
changes    1 (5s 6s 7s)
counts     1
moves      1
   1. 8s from the hand to meld 1
0
"""

from rummy.cli.main import main

__all__ = ["main"]
