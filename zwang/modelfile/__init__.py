"""A model as a text file: read, checked, moved, written back."""

from zwang.modelfile.model import Model as Model
from zwang.modelfile.model import examples as examples
from zwang.modelfile.model import parse as parse
from zwang.modelfile.model import read as read
from zwang.modelfile.model import write as write
from zwang.modelfile.text import ModelError as ModelError
