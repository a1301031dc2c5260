// The compiler starts this program and communicates with it over standard input and output.
MessageChannel().serve { message in MacroPlugin().answer(to: message) }
