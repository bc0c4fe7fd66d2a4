import com.helger.peppol.smlclient.participant.BadRequestFault;
import com.helger.peppol.smlclient.participant.FaultType;
import com.helger.peppol.smlclient.participant.InternalErrorFault;
import com.helger.peppol.smlclient.participant.ManageBusinessIdentifierServiceSoap;
import com.helger.peppol.smlclient.participant.MigrationRecordType;
import com.helger.peppol.smlclient.participant.NotFoundFault;
import com.helger.peppol.smlclient.participant.PageRequestType;
import com.helger.peppol.smlclient.participant.ParticipantIdentifierPageType;
import com.helger.peppol.smlclient.participant.ServiceMetadataPublisherServiceForParticipantType;
import com.helger.peppol.smlclient.participant.UnauthorizedFault;
import com.helger.xsds.peppol.id1.ParticipantIdentifierType;
import jakarta.jws.WebService;
import java.util.List;

/** Participants by value, each at one SMP; likewise with the SMP ids UNAUTHORIZED and INTERNAL. Pages have two entries. */
@WebService(
    endpointInterface = "com.helger.peppol.smlclient.participant.ManageBusinessIdentifierServiceSoap",
    targetNamespace = "http://busdox.org/serviceMetadata/ManageBusinessIdentifierService/1.0/")
public final class SmlParticipantService implements ManageBusinessIdentifierServiceSoap {
  public void create(ServiceMetadataPublisherServiceForParticipantType in)
      throws BadRequestFault, InternalErrorFault, NotFoundFault, UnauthorizedFault {
    add(in.getServiceMetadataPublisherID(), List.of(in.getParticipantIdentifier()));
  }

  public void createList(ParticipantIdentifierPageType in)
      throws BadRequestFault, InternalErrorFault, NotFoundFault, UnauthorizedFault {
    add(in.getServiceMetadataPublisherID(), in.getParticipantIdentifier());
  }

  public void delete(ServiceMetadataPublisherServiceForParticipantType in)
      throws BadRequestFault, InternalErrorFault, NotFoundFault, UnauthorizedFault {
    remove(in.getServiceMetadataPublisherID(), List.of(in.getParticipantIdentifier()));
  }

  public void deleteList(ParticipantIdentifierPageType in)
      throws BadRequestFault, InternalErrorFault, NotFoundFault, UnauthorizedFault {
    remove(in.getServiceMetadataPublisherID(), in.getParticipantIdentifier());
  }

  public ParticipantIdentifierPageType list(PageRequestType in)
      throws BadRequestFault, InternalErrorFault, NotFoundFault, UnauthorizedFault {
    known(in.getServiceMetadataPublisherID());
    var all = SmlServer.participants.entrySet().stream()
        .filter(one -> one.getValue().equals(in.getServiceMetadataPublisherID())).map(one -> one.getKey()).toList();
    var start = in.getNextPageIdentifier() == null ? 0 : Integer.parseInt(in.getNextPageIdentifier());
    var page = new ParticipantIdentifierPageType();
    all.stream().skip(start).limit(2).forEach(value -> {
      var id = new ParticipantIdentifierType();
      id.setScheme("iso6523-actorid-upis");
      id.setValue(value);
      page.addParticipantIdentifier(id);
    });
    page.setServiceMetadataPublisherID(in.getServiceMetadataPublisherID());
    if (start + 2 < all.size()) page.setNextPageIdentifier(String.valueOf(start + 2));
    return page;
  }

  public void prepareToMigrate(MigrationRecordType in)
      throws BadRequestFault, InternalErrorFault, NotFoundFault, UnauthorizedFault {
    var value = owned(in.getServiceMetadataPublisherID(), in.getParticipantIdentifier());
    SmlServer.migrations.put(value, in.getMigrationKey());
  }

  public void migrate(MigrationRecordType in)
      throws BadRequestFault, InternalErrorFault, NotFoundFault, UnauthorizedFault {
    known(in.getServiceMetadataPublisherID());
    var value = in.getParticipantIdentifier().getValue();
    if (!SmlServer.migrations.remove(value, in.getMigrationKey())) throw new NotFoundFault("no", fault("no such key"));
    SmlServer.participants.put(value, in.getServiceMetadataPublisherID());
  }

  private static void add(String smpId, List<ParticipantIdentifierType> ids)
      throws BadRequestFault, InternalErrorFault, NotFoundFault, UnauthorizedFault {
    known(smpId);
    for (var id : ids) {
      if (SmlServer.participants.containsKey(id.getValue()))
        throw new BadRequestFault("no", fault(id.getValue() + " is there already"));
    }
    ids.forEach(id -> SmlServer.participants.put(id.getValue(), smpId));
  }

  private static void remove(String smpId, List<ParticipantIdentifierType> ids)
      throws InternalErrorFault, NotFoundFault, UnauthorizedFault {
    for (var id : ids) SmlServer.participants.remove(owned(smpId, id));
  }

  private static String owned(String smpId, ParticipantIdentifierType id)
      throws InternalErrorFault, NotFoundFault, UnauthorizedFault {
    known(smpId);
    var owner = SmlServer.participants.get(id.getValue());
    if (owner == null) throw new NotFoundFault("no", fault(id.getValue() + " is not there"));
    if (!owner.equals(smpId)) throw new UnauthorizedFault("no", fault("it is another SMP's"));
    return id.getValue();
  }

  private static void known(String smpId) throws InternalErrorFault, NotFoundFault, UnauthorizedFault {
    if (smpId.equals("UNAUTHORIZED")) throw new UnauthorizedFault("no", fault("not with this certificate"));
    if (smpId.equals("INTERNAL")) throw new InternalErrorFault("no", fault("the database is away"));
    if (!SmlServer.publishers.containsKey(smpId)) throw new NotFoundFault("no", fault("there is no SMP " + smpId));
  }

  private static FaultType fault(String message) {
    var fault = new FaultType();
    fault.setFaultMessage(message);
    return fault;
  }
}
