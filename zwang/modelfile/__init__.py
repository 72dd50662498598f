"""A model as a text file: read, checked, moved, written back.

expression      formulas: from text to trees, and their values
tables          the tables of a file, each checked
model           zw's reader and writer of models
words           what is said of a model, in the words of its file
study           files of many motions
"""

from zwang.modelfile.model import Model as Model
from zwang.modelfile.model import examples as examples
from zwang.modelfile.model import parse as parse
from zwang.modelfile.model import read as read
from zwang.modelfile.model import write as write
from zwang.modelfile.study.study import Study as Study
from zwang.modelfile.study.study_file import read_study as read_study
from zwang.modelfile.tables.text import ModelError as ModelError
